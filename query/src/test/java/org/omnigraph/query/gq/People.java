package org.omnigraph.query.gq;

/** A small graph in which every form of a query has something to find. */
final class People {
  static final String SCHEMA =
      """
      node Person {
        name: String @key
        age: I32?
        mood: enum(calm, busy)?
        tags: [String]?
        scores: [F32]?
        height: F32?
        weight: F64?
        visits: I64?
        small: U32?
        big: U64?
        active: Bool?
        born: Date?
        seen: DateTime?
        nickName: String?
        spot: Vector(2)?
        photo: Blob?
      }
      node Company {
        name: String @key
        founded: I32?
      }
      node Note {
        text: String
      }
      edge Knows: Person -> Person {
        since: I32?
        photo: Blob?
      }
      edge WorksAt: Person -> Company {
        role: String?
      }
      edge Likes: Person -> Person {
        @unique(src, dst)
      }
      edge Owns: Company -> Company
      edge Never: Person -> Person
      """;

  /** ada knows bob twice, bob knows cy and himself, cy knows ada, dee knows nobody. */
  static final String ROWS =
      """
      {"type":"Person","data":{"name":"ada","age":36,"mood":"calm","tags":["x","y"],"scores":[0.1,2.0],"height":0.1,"weight":0.1,"visits":9007199254740993,"small":4000000000,"big":18446744073709551615,"active":true,"born":"1815-12-10","seen":"2024-05-01T12:30:00.250Z","nickName":"The %_ Countess","spot":[1.0,2.0],"photo":"base64:AAEC"}}
      {"type":"Person","data":{"name":"bob","age":25,"mood":"busy","tags":["y"],"active":false,"weight":70.5,"visits":1,"born":"1990-01-02"}}
      {"type":"Person","data":{"name":"cy","age":25,"tags":[]}}
      {"type":"Person","data":{"name":"dee"}}
      {"type":"Company","data":{"name":"acme","founded":1900}}
      {"type":"Company","data":{"name":"bolt","founded":2000}}
      {"type":"Company","data":{"name":"ada","founded":1815}}
      {"edge":"Knows","from":"ada","to":"bob","data":{"since":2001}}
      {"edge":"Knows","from":"ada","to":"bob","data":{"since":2010}}
      {"edge":"Knows","from":"bob","to":"cy","data":{"since":2005}}
      {"edge":"Knows","from":"bob","to":"bob","data":{"since":1999}}
      {"edge":"Knows","from":"cy","to":"ada"}
      {"edge":"WorksAt","from":"ada","to":"acme","data":{"role":"boss"}}
      {"edge":"WorksAt","from":"bob","to":"acme"}
      {"edge":"WorksAt","from":"bob","to":"bolt","data":{"role":"aide"}}
      {"edge":"Likes","from":"ada","to":"cy"}
      {"edge":"Likes","from":"cy","to":"ada"}
      {"edge":"Owns","from":"acme","to":"bolt"}
      """;

  private People() {}
}

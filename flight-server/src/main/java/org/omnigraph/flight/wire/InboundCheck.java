package org.omnigraph.flight.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flight.impl.Flight.FlightData;
import org.apache.arrow.flight.impl.Flight.FlightDescriptor;
import org.apache.arrow.flight.impl.Flight.FlightDescriptor.DescriptorType;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.MetadataVersion;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.validate.MetadataV4UnionChecker;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Unsupported;

/**
 * Whether the messages of one stream of {@code FlightData} are as long as they say, and come in the
 * order that Flight has: a descriptor, one schema, then batches. Flight's own reader allocates what
 * a length or a number of rows asks for, does not free it when the bytes do not come or the buffers
 * of a batch lie elsewhere, and waits for ever for a descriptor or a schema that should have come
 * before.
 */
final class InboundCheck implements GuardedListener.Check {
  private static final Set<Integer> FIELDS =
      Set.of(
          FlightData.FLIGHT_DESCRIPTOR_FIELD_NUMBER,
          FlightData.DATA_HEADER_FIELD_NUMBER,
          FlightData.APP_METADATA_FIELD_NUMBER,
          FlightData.DATA_BODY_FIELD_NUMBER);

  /** How many types inside of types are looked into; Arrow's reader sees the rest. */
  private static final int DEEPEST = 64;

  private boolean described;
  private @Nullable Schema schema;

  @Override
  public void require(InputStream message, int length) throws IOException {
    CodedInputStream input = CodedInputStream.newInstance(message);
    Set<Integer> seen = new HashSet<>();
    boolean hasHeader = false;
    @Nullable BatchShape batch = null;
    int body = 0;
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      boolean known =
          FIELDS.contains(field)
              && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      if (!known || !seen.add(field)) {
        throw broken("field " + field + " does not belong there");
      }
      int size = input.readRawVarint32();
      if (size < 0 || size > length - input.getTotalBytesRead()) {
        throw broken("field " + field + " is longer than the message");
      }
      switch (field) {
        case FlightData.DATA_HEADER_FIELD_NUMBER -> {
          batch = requireHeader(input.readRawBytes(size));
          hasHeader = true;
        }
        case FlightData.FLIGHT_DESCRIPTOR_FIELD_NUMBER -> {
          requireDescriptor(input.readRawBytes(size));
          described = true;
        }
        case FlightData.DATA_BODY_FIELD_NUMBER -> {
          if (size > 0 && !hasHeader) {
            throw broken("a body comes after a header that says what it is");
          }
          if (batch == null) {
            input.skipRawBytes(size);
          } else {
            batch.read(input, size);
          }
          body = size;
        }
        default -> input.skipRawBytes(size);
      }
    }
    if (!described) {
      throw broken(
          "the first message carries a descriptor, and this one has none; send the Flight SQL"
              + " command with the schema");
    }
    if (batch != null) {
      batch.require(body);
    } else if (body > 0) {
      throw broken("a schema has no body");
    }
  }

  private static void requireDescriptor(byte[] bytes) throws IOException {
    DescriptorType type = FlightDescriptor.parseFrom(bytes).getType();
    if (type != DescriptorType.CMD && type != DescriptorType.PATH) {
      throw broken("its descriptor is neither a command nor a path");
    }
  }

  /** What is asked of the body, when the header is that of a batch. */
  private @Nullable BatchShape requireHeader(byte[] header) throws IOException {
    try {
      Message message = Message.getRootAsMessage(ByteBuffer.wrap(header));
      requireEnds(message);
      return switch (message.headerType()) {
        case MessageHeader.Schema -> {
          requireSchema(message);
          yield null;
        }
        case MessageHeader.RecordBatch -> {
          RecordBatch batch = required((RecordBatch) message.header(new RecordBatch()));
          yield new BatchShape(known().getFields(), batch);
        }
        case MessageHeader.DictionaryBatch -> {
          DictionaryBatch dictionary = (DictionaryBatch) message.header(new DictionaryBatch());
          RecordBatch batch = required(dictionary == null ? null : dictionary.data());
          if (dictionary.isDelta()) {
            // Flight's reader would put the new values in the place of the old ones.
            throw new Unsupported(
                "dictionaries that grow (deltas) are not taken; send each dictionary whole"
                    + " (pyarrow: emit_dictionary_deltas=False)");
          }
          yield BatchShape.ofDictionary(values(known().getFields(), dictionary), batch);
        }
        default -> throw broken("it carries neither a schema nor a batch");
      };
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("the header of the message is broken", e);
    }
  }

  /** What Flight's reader asks of a header once it has taken the body. */
  private static void requireEnds(Message message) {
    MetadataVersion.fromFlatbufID(message.version());
    message.bodyLength();
    for (int i = 0; i < message.customMetadataLength(); i++) {
      message.customMetadata(i).key();
      message.customMetadata(i).value();
    }
  }

  private void requireSchema(Message message) throws IOException {
    if (schema != null) {
      throw broken("a stream has one schema");
    }
    requireWideDecimals(message);
    schema = MessageSerializer.deserializeSchema(message);
    requireReadable(schema.getFields(), "");
    MetadataV4UnionChecker.checkRead(schema, MetadataVersion.fromFlatbufID(message.version()));
  }

  /** Arrow's reader of schemas knows no decimals of 32 and 64 bits, and names no column. */
  private static void requireWideDecimals(Message message) {
    org.apache.arrow.flatbuf.Schema sent =
        (org.apache.arrow.flatbuf.Schema) message.header(new org.apache.arrow.flatbuf.Schema());
    for (int i = 0; sent != null && i < sent.fieldsLength(); i++) {
      org.apache.arrow.flatbuf.Field column = sent.fields(i);
      requireWideDecimals(column, String.valueOf(column.name()), DEEPEST);
    }
  }

  private static void requireWideDecimals(
      org.apache.arrow.flatbuf.Field field, String column, int depth) {
    if (field.typeType() == Type.Decimal) {
      Decimal decimal = (Decimal) field.type(new Decimal());
      if (decimal != null && (decimal.bitWidth() == 32 || decimal.bitWidth() == 64)) {
        throw new Unsupported(
            "column '"
                + column
                + "' is a decimal of "
                + decimal.bitWidth()
                + " bits, which is not taken; cast it to decimal128 (pyarrow:"
                + " .cast(pyarrow.decimal128(precision, scale)))");
      }
    }
    for (int i = 0; depth > 0 && i < field.childrenLength(); i++) {
      requireWideDecimals(field.children(i), column, depth - 1);
    }
  }

  /** Arrow's reader has no vector for some types, and says so late and unclearly. */
  private static void requireReadable(List<Field> fields, String column) {
    for (Field field : fields) {
      String name = column.isEmpty() ? field.getName() : column;
      if (field.getType() instanceof ArrowType.RunEndEncoded) {
        throw new Unsupported(
            "column '"
                + name
                + "' is run-end encoded, which is not taken; send its plain values (pyarrow:"
                + " compute.run_end_decode)");
      }
      requireReadable(field.getChildren(), name);
    }
  }

  private Schema known() throws IOException {
    if (schema == null) {
      throw broken("a batch comes after its schema");
    }
    return schema;
  }

  private static RecordBatch required(@Nullable RecordBatch batch) throws IOException {
    if (batch == null) {
      throw broken("the batch is missing");
    }
    requireCompression(batch.compression());
    return batch;
  }

  /** The field, at any depth, whose values a dictionary has. */
  private static Field values(List<Field> fields, DictionaryBatch dictionary) throws IOException {
    Deque<Field> left = new ArrayDeque<>(fields);
    while (!left.isEmpty()) {
      Field field = left.pop();
      if (field.getDictionary() != null && field.getDictionary().getId() == dictionary.id()) {
        return field;
      }
      left.addAll(field.getChildren());
    }
    throw broken("no column has the dictionary " + dictionary.id());
  }

  private static void requireCompression(@Nullable BodyCompression compression) throws IOException {
    if (compression != null
        && (compression.method() != BodyCompressionMethod.BUFFER
            || compression.codec() < CompressionType.LZ4_FRAME
            || compression.codec() > CompressionType.ZSTD)) {
      throw broken("the batch is compressed in an unknown way");
    }
  }

  private static IOException broken(String what) {
    return new InvalidProtocolBufferException(what);
  }
}

package org.omnigraph.engine.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.fact.Duplicate;
import org.omnigraph.engine.pending.fact.GroupFacts;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.pending.key.KeyTuple;

/** Keys and unique groups: inside the staged rows, then against committed rows. */
final class UniqueCheck {
  private final Image image;
  private final Committed committed;

  UniqueCheck(Image image, Committed committed) {
    this.image = image;
    this.committed = committed;
  }

  void check(TypeFacts facts) {
    facts.duplicateId().ifPresent(twice -> refuse(0, twice, repeatedId(facts, twice)));
    facts
        .duplicateInInput()
        .ifPresent(twice -> refuse(1, twice, repeated(facts, facts.inputGroup(), twice)));
    int part = 2;
    for (GroupFacts group : facts.groups()) {
      int duplicates = part++;
      group
          .duplicate()
          .ifPresent(twice -> refuse(duplicates, twice, repeated(facts, group.columns(), twice)));
      checkCommitted(facts, group, part++);
    }
  }

  private static void refuse(int part, Duplicate twice, InvalidRequest refusal) {
    throw Violation.at(part, twice.secondRow(), refusal);
  }

  private static InvalidRequest repeatedId(TypeFacts facts, Duplicate twice) {
    List<String> key = facts.type().keyColumns();
    if (!key.isEmpty()) {
      return repeated(facts, key, twice);
    }
    return new BrokenConstraint(
        BrokenConstraint.Kind.UNIQUE,
        twice.second()
            + ": "
            + facts.type().kind().prefix()
            + " "
            + facts.type().name()
            + " has the id "
            + twice.shown()
            + " a second time (first at "
            + twice.first()
            + ")");
  }

  private static InvalidRequest repeated(TypeFacts facts, List<String> columns, Duplicate twice) {
    String firstId = facts.firstId(twice);
    return new BrokenConstraint(
        BrokenConstraint.Kind.UNIQUE,
        twice.second()
            + ": "
            + violation(facts, columns, twice.shown())
            + (firstId.isEmpty() ? twice.first() : "'" + firstId + "'")
            + " and '"
            + twice.secondId()
            + "' (first at "
            + twice.first()
            + ")");
  }

  private static String violation(TypeFacts facts, List<String> columns, String shown) {
    String group = columns.size() == 1 ? columns.get(0) : "(" + String.join(", ", columns) + ")";
    return "@unique violation on "
        + facts.type().name()
        + "."
        + group
        + ": value "
        + shown
        + " held by ";
  }

  private void checkCommitted(TypeFacts facts, GroupFacts group, int part) {
    TypeKey type = facts.type().key();
    if (group.size() == 0 || image.isReplaced(type)) {
      return;
    }
    List<String> columns = new ArrayList<>(List.of("id"));
    columns.addAll(group.columns());
    Holders holders = new Holders(facts, group);
    committed.scan(type, columns, group.holders(), holders::visit);
    if (holders.id != null) {
      String other = facts.idOf(holders.row);
      String place = facts.places().of(holders.row);
      throw Violation.at(
          part,
          holders.row,
          new BrokenConstraint(
              BrokenConstraint.Kind.UNIQUE,
              place
                  + ": "
                  + violation(facts, group.columns(), holders.shown)
                  + "'"
                  + holders.id
                  + "' and "
                  + (other.isEmpty() ? place : "'" + other + "'")));
    }
  }

  /** Finds the first staged row whose tuple a committed row holds that stays. */
  private final class Holders {
    private final TypeFacts facts;
    private final GroupFacts group;
    private final KeyHasher hasher = new KeyHasher();
    private final ByteBuilder bytes = new ByteBuilder();
    private final Ids ids = new Ids();
    private int row = Integer.MAX_VALUE;
    private @Nullable String id;
    private String shown = "";

    Holders(TypeFacts facts, GroupFacts group) {
      this.facts = facts;
      this.group = group;
    }

    void visit(VectorSchemaRoot batch, int firstRow) {
      KeyColumn idColumn = Ids.column(batch.getVector(0));
      KeyTuple tuple = new KeyTuple(group.columns().stream().map(batch::getVector).toList());
      for (int i = 0; i < batch.getRowCount(); i++) {
        if (tuple.hasNull(i)) {
          continue;
        }
        tuple.appendIdentity(i, bytes.clear());
        int staged = group.rowOf(hasher.hash(bytes));
        if (staged >= 0
            && staged < row
            && !image.loses(facts.type().key(), ids, idColumn, i, firstRow + i)) {
          row = staged;
          id = idColumn.text(i);
          shown = tuple.shown(i);
        }
      }
    }
  }
}

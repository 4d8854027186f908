package org.omnigraph.query.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.query.lance.ArrowLeaf;
import org.omnigraph.query.lance.DescriptionScan;
import org.omnigraph.query.lance.LanceTableScan;

/**
 * A plan as DuckDB SQL.
 *
 * @param sql the statement, with holes
 * @param scans the streams that it reads, each exactly once, under its own name
 */
public record KernelPlan(SqlTemplate sql, List<Scan> scans) {
  public KernelPlan {
    scans = List.copyOf(scans);
  }

  /** Whether it reads no table, but constants, and what is known of graphs and statements. */
  boolean isSmall() {
    return scans.stream().allMatch(scan -> scan.leaf() instanceof DescriptionScan);
  }

  /**
   * One stream.
   *
   * @param columns the columns that the plan uses, indexes into the leaf's row type
   * @param feeds what runs before the leaf can be read, in the order of its feeds
   * @param select the sub-select that reads the stream
   * @param narrowings parts of the rows each of which is enough
   * @param copy how a copy of the table is read instead; empty where only the table can be read
   */
  public record Scan(
      String name,
      ArrowLeaf leaf,
      List<Integer> columns,
      List<Program> feeds,
      String select,
      List<Narrowing> narrowings,
      Optional<CopyRead> copy) {
    public Scan {
      columns = List.copyOf(columns);
      feeds = List.copyOf(feeds);
      narrowings = List.copyOf(narrowings);
    }

    Scan narrowedBy(Narrowing narrowing) {
      List<Narrowing> all = new ArrayList<>(narrowings);
      all.add(narrowing);
      return new Scan(name, leaf, columns, feeds, select, all, copy);
    }

    /** A scan that no statement reads. */
    static Scan alone(ArrowLeaf leaf, List<Integer> columns) {
      return new Scan("scan0", leaf, columns, List.of(), "", List.of(), Optional.empty());
    }
  }

  /**
   * How a copy of a table is read in the place of a scan of it.
   *
   * @param scan what is read
   * @param columns the columns that the copy must have, those of the conditions among them
   * @param select what stands before the copy's name
   * @param where what stands behind it
   */
  public record CopyRead(LanceTableScan scan, List<Integer> columns, String select, String where) {
    public CopyRead {
      columns = List.copyOf(columns);
    }

    String from(String copy) {
      return select + copy + where;
    }
  }
}

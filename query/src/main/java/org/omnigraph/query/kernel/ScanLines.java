package org.omnigraph.query.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.LanceTableScan;

/** What the scans of a program read, from where, and how much of it, a line each. */
record ScanLines(Kernel kernel, Execution execution) {
  String of(Program program) {
    List<String> lines = new ArrayList<>();
    add(lines, program.scans(), "");
    return lines.isEmpty() ? "none" : String.join("\n", lines);
  }

  private void add(List<String> lines, List<KernelPlan.Scan> scans, String indent) {
    boolean copied =
        scans.stream().anyMatch(scan -> scan.copy().isPresent())
            && kernel.known().wouldBeTables(scans, execution);
    for (KernelPlan.Scan scan : scans) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s%s; about %,.0f rows%s",
              indent,
              scan.leaf().reads(scan.columns()),
              scan.leaf().expectedRows(),
              copied && scan.copy().isPresent() ? "; from memory" : narrowed(scan, scans)));
      scan.feeds().forEach(feed -> add(lines, feed.scans(), indent + "  "));
    }
  }

  private String narrowed(KernelPlan.Scan scan, List<KernelPlan.Scan> scans) {
    StringBuilder text = new StringBuilder();
    if (scan.leaf() instanceof LanceTableScan table
        && table.expectedRows() >= kernel.limits().narrowedRows()) {
      for (Narrowing narrowing : scan.narrowings()) {
        text.append("; ").append(text(table, narrowing, scans));
      }
    }
    return text.toString();
  }

  private static String text(
      LanceTableScan table, Narrowing narrowing, List<KernelPlan.Scan> scans) {
    if (narrowing instanceof Narrowing.Top top) {
      return String.format(
          Locale.ROOT,
          "first %,d by %s%s",
          top.rows(),
          column(table, top.column()),
          top.descending() ? " descending" : "");
    }
    Narrowing.Keys keys = (Narrowing.Keys) narrowing;
    LanceTableScan from = (LanceTableScan) scans.get(keys.from()).leaf();
    return column(table, keys.column())
        + " among the "
        + column(from, keys.key())
        + " of "
        + from.source().name();
  }

  private static String column(LanceTableScan table, int column) {
    List<Column> columns = table.source().columns();
    return columns.get(column).name();
  }
}

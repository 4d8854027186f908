package org.omnigraph.engine.load;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The records of a CSV file (RFC 4180, UTF-8 with or without a byte order mark), one at a time in
 * one buffer. Blank lines are passed over; a cell may have 16 million characters.
 */
final class CsvRecords implements Closeable {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int READ = 1 << 16;

  /** The only cell of one more record, which the reader misses when a quote is still open. */
  private static final String END = "\uFFFFend\uFFFF";

  private final Copy cells = new Copy();
  private final CsvReader<Boolean> reader;
  private final CloseableIterator<Boolean> records;
  private boolean ended;

  CsvRecords(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), READ);
    try {
      skipByteOrderMark(bytes);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
    // Malformed text is refused: a replacement character would change it without a word.
    Reader text =
        new InputStreamReader(
            bytes, StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT));
    reader =
        CsvReader.builder()
            .allowExtraFields(true)
            .allowMissingFields(true)
            .build(cells, new Ended(text));
    records = reader.iterator();
  }

  private static void skipByteOrderMark(InputStream bytes) throws IOException {
    bytes.mark(BYTE_ORDER_MARK.length);
    if (!Arrays.equals(bytes.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
      bytes.reset();
    }
  }

  /**
   * Moves to the next record; false at the end.
   *
   * @throws IOException for text that is no CSV, or not UTF-8
   */
  boolean next() throws IOException {
    try {
      if (ended) {
        return false;
      }
      if (records.hasNext()) {
        records.next();
        ended = cells.count == 1 && END.equals(text(0));
        if (ended && records.hasNext()) {
          throw new IOException("it holds characters that no text has");
        }
        return !ended;
      }
    } catch (UncheckedIOException | CsvParseException e) {
      throw unreadable(e);
    }
    throw new IOException("a quote in the record of line " + cells.line + " is never closed");
  }

  private IOException unreadable(RuntimeException e) {
    if (e.getCause() instanceof CharacterCodingException coding) {
      return new IOException("it is not UTF-8, somewhere behind line " + cells.line, coding);
    }
    return e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
  }

  /** How many cells the record has. */
  int size() {
    return cells.count;
  }

  /** The line that the record starts in, from 1. */
  long line() {
    return cells.line;
  }

  /** Holds the texts of all cells. */
  char[] chars() {
    return cells.chars;
  }

  int start(int cell) {
    return cell == 0 ? 0 : cells.ends[cell - 1];
  }

  int length(int cell) {
    return cells.ends[cell] - start(cell);
  }

  boolean isQuoted(int cell) {
    return cells.quoted[cell];
  }

  String text(int cell) {
    return new String(cells.chars, start(cell), length(cell));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Appends the record that tells the end. */
  private static final class Ended extends FilterReader {
    private final Reader end = new StringReader("\n" + END);
    private boolean ended;

    Ended(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] target, int from, int count) throws IOException {
      int read = ended ? -1 : super.read(target, from, count);
      ended = read < 0;
      return ended ? end.read(target, from, count) : read;
    }
  }

  /** Copies each cell, because the reader uses its buffer again. */
  private static final class Copy extends CsvCallbackHandler<Boolean> {
    private char[] chars = new char[1024];
    private int[] ends = new int[16];
    private boolean[] quoted = new boolean[16];
    private int count;
    private long line;
    private RecordType type = RecordType.DATA;

    @Override
    protected void beginRecord(long startingLineNumber) {
      line = startingLineNumber;
      count = 0;
      type = RecordType.DATA;
    }

    @Override
    protected void addField(char[] buffer, int offset, int length, boolean isQuoted) {
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * count);
        quoted = Arrays.copyOf(quoted, 2 * count);
      }
      int start = count == 0 ? 0 : ends[count - 1];
      if (chars.length - start < length) {
        chars = Arrays.copyOf(chars, Math.max(Math.addExact(start, length), 2 * chars.length));
      }
      System.arraycopy(buffer, offset, chars, start, length);
      ends[count] = start + length;
      quoted[count++] = isQuoted;
    }

    @Override
    protected void setComment(char[] buffer, int offset, int length) {
      throw new IllegalStateException("comments are off");
    }

    @Override
    protected void setEmpty() {
      type = RecordType.EMPTY;
    }

    @Override
    protected RecordType getRecordType() {
      return type;
    }

    @Override
    protected int getFieldCount() {
      return count;
    }

    @Override
    protected Boolean buildRecord() {
      return true;
    }
  }
}

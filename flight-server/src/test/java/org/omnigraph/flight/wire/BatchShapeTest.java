package org.omnigraph.flight.wire;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches as Arrow's own writer makes them pass, whatever their types; damaged ones do not. */
class BatchShapeTest {
  private final BufferAllocator memory = new RootAllocator();

  @AfterEach
  void nothingIsLeft() {
    memory.close();
  }

  /** A column of every layout, with so many rows. */
  private VectorSchemaRoot everyLayout(int rows) {
    List<FieldVector> columns = new ArrayList<>();
    BigIntVector numbers = new BigIntVector("number", memory);
    BitVector bits = new BitVector("bit", memory);
    VarCharVector texts = new VarCharVector("text", memory);
    LargeVarCharVector large = new LargeVarCharVector("large", memory);
    ViewVarCharVector views = new ViewVarCharVector("view", memory);
    ListVector lists = ListVector.empty("list", memory);
    LargeListVector largeLists = LargeListVector.empty("largeList", memory);
    FixedSizeListVector triples = FixedSizeListVector.empty("triple", 3, memory);
    StructVector structs = StructVector.empty("struct", memory);
    columns.addAll(
        List.of(
            numbers,
            bits,
            texts,
            large,
            views,
            lists,
            largeLists,
            triples,
            structs,
            new NullVector("null", rows)));
    views.allocateNew();
    lists.addOrGetVector(FieldType.nullable(MinorType.BIGINT.getType()));
    largeLists.addOrGetVector(FieldType.nullable(MinorType.BIGINT.getType()));
    triples.addOrGetVector(FieldType.nullable(MinorType.BIGINT.getType()));
    BigIntVector part =
        structs.addOrGet(
            "part", FieldType.nullable(MinorType.BIGINT.getType()), BigIntVector.class);
    for (int i = 0; i < rows; i++) {
      byte[] text = "a text of more than twelve bytes".substring(0, i % 30).getBytes();
      if (i % 5 == 4) {
        continue;
      }
      numbers.setSafe(i, i);
      bits.setSafe(i, i % 2);
      texts.setSafe(i, text);
      large.setSafe(i, text);
      views.setSafe(i, text);
      ((BigIntVector) lists.getDataVector()).setSafe(lists.startNewValue(i) + 1, i);
      lists.endValue(i, 2);
      ((BigIntVector) largeLists.getDataVector()).setSafe((int) largeLists.startNewValue(i) + 1, i);
      largeLists.endValue(i, 2);
      ((BigIntVector) triples.getDataVector()).setSafe(triples.startNewValue(i) + 2, i);
      structs.setIndexDefined(i);
      part.setSafe(i, i);
    }
    columns.forEach(column -> column.setValueCount(rows));
    columns.add(denseUnion(rows));
    columns.add(sparseUnion(rows));
    return new VectorSchemaRoot(columns);
  }

  private FieldVector denseUnion(int rows) {
    DenseUnionVector union = DenseUnionVector.empty("dense", memory);
    byte type =
        union.registerNewTypeId(
            org.apache.arrow.vector.types.pojo.Field.nullable(
                "number", MinorType.BIGINT.getType()));
    union.addVector(type, new BigIntVector("number", memory));
    for (int i = 0; i < rows; i++) {
      union.setTypeId(i, type);
      union.setOffset(i, i);
      ((BigIntVector) union.getVectorByType(type)).setSafe(i, i);
    }
    union.setValueCount(rows);
    return union;
  }

  private FieldVector sparseUnion(int rows) {
    UnionVector union = UnionVector.empty("sparse", memory);
    for (int i = 0; i < rows; i++) {
      union.setType(i, MinorType.BIGINT);
      union.getBigIntVector().setSafe(i, i);
    }
    union.setValueCount(rows);
    return union;
  }

  private record Sent(ByteBuffer header, byte[] body) {
    RecordBatch batch() {
      return (RecordBatch) Message.getRootAsMessage(header).header(new RecordBatch());
    }
  }

  private static Sent sent(VectorSchemaRoot root, CompressionCodec codec) {
    try (ArrowRecordBatch batch = new VectorUnloader(root, true, codec, true).getRecordBatch()) {
      byte[] body = new byte[Math.toIntExact(batch.computeBodyLength())];
      for (int i = 0; i < batch.getBuffers().size(); i++) {
        ArrowBuf buffer = batch.getBuffers().get(i);
        int at = Math.toIntExact(batch.getBuffersLayout().get(i).getOffset());
        buffer.getBytes(0, body, at, Math.toIntExact(buffer.readableBytes()));
      }
      return new Sent(MessageSerializer.serializeMetadata(batch), body);
    }
  }

  private static void require(VectorSchemaRoot root, Sent sent) throws IOException {
    BatchShape shape = new BatchShape(root.getSchema().getFields(), sent.batch());
    shape.read(CodedInputStream.newInstance(sent.body()), sent.body().length);
    shape.require(sent.body().length);
  }

  private static List<CompressionCodec> codecs() {
    return List.of(
        NoCompressionCodec.INSTANCE,
        CommonsCompressionFactory.INSTANCE.createCodec(CompressionUtil.CodecType.ZSTD));
  }

  @Test
  void whatArrowWritesPasses() {
    for (int rows : new int[] {0, 1, 8, 1000}) {
      try (VectorSchemaRoot root = everyLayout(rows)) {
        for (CompressionCodec codec : codecs()) {
          assertThatCode(() -> require(root, sent(root, codec)))
              .as("%s rows, %s", rows, codec.getCodecType())
              .doesNotThrowAnyException();
        }
      }
    }
  }

  @Test
  void otherColumnsThanThoseOfTheSchemaDoNot() {
    try (VectorSchemaRoot root = everyLayout(3);
        VectorSchemaRoot fewer = new VectorSchemaRoot(List.of(new BigIntVector("n", memory)))) {
      fewer.setRowCount(3);
      assertThatThrownBy(() -> require(root, sent(fewer, NoCompressionCodec.INSTANCE)))
          .hasMessageContaining("fewer");
      assertThatThrownBy(() -> require(fewer, sent(root, NoCompressionCodec.INSTANCE)))
          .hasMessageContaining("other columns");
    }
  }

  /** Arrow would make room for as many values as the last offset names. */
  @Test
  void aListThatEndsOutsideItsValuesDoesNot() {
    try (ListVector lists = ListVector.empty("list", memory)) {
      lists.addOrGetVector(FieldType.nullable(new ArrowType.Int(64, true)));
      ((BigIntVector) lists.getDataVector()).setSafe(lists.startNewValue(0), 7);
      lists.endValue(0, 1);
      lists.setValueCount(1);
      VectorSchemaRoot root = VectorSchemaRoot.of(lists);
      assertThatCode(() -> require(root, sent(root, NoCompressionCodec.INSTANCE)))
          .doesNotThrowAnyException();
      lists.getOffsetBuffer().setInt(Integer.BYTES, 1 << 30);
      Sent damaged = sent(root, NoCompressionCodec.INSTANCE);
      assertThatThrownBy(() -> require(root, damaged)).hasMessageContaining("ends outside");
    }
  }

  @Test
  void aCompressedBufferThatClaimsToBeLongDoesNot() {
    try (VectorSchemaRoot root = everyLayout(1000)) {
      Sent sent =
          sent(
              root, CommonsCompressionFactory.INSTANCE.createCodec(CompressionUtil.CodecType.ZSTD));
      byte[] body = Arrays.copyOf(sent.body(), sent.body().length);
      ByteBuffer.wrap(body)
          .order(java.nio.ByteOrder.LITTLE_ENDIAN)
          .putLong((int) sent.batch().buffers(1).offset(), 1L << 40);
      assertThatThrownBy(() -> require(root, new Sent(sent.header(), body)))
          .hasMessageContaining("at most");
    }
  }
}

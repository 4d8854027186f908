package org.omnigraph.flight.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flight.impl.Flight.FlightData;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.ipc.message.ArrowBuffer;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;

/**
 * Compresses the buffers of record batches as the Arrow IPC format has it: each buffer by itself,
 * behind its length. Buffers that do not get smaller go as they are.
 */
final class BodyCompression {
  private final CompressionCodec codec;
  private final BufferAllocator allocator;

  /**
   * @param allocator for the buffers while they are compressed
   */
  BodyCompression(CodecType type, BufferAllocator allocator) {
    this.codec = CommonsCompressionFactory.INSTANCE.createCodec(type);
    this.allocator = allocator;
  }

  /** The same message, smaller if it is a record batch. */
  FlightData compressed(FlightData data) throws IOException {
    Message message = Message.getRootAsMessage(data.getDataHeader().asReadOnlyByteBuffer());
    if (message.headerType() != MessageHeader.RecordBatch) {
      return data;
    }
    try (ArrowRecordBatch batch =
            MessageSerializer.deserializeRecordBatch(message, body(data.getDataBody()));
        ArrowRecordBatch smaller = compressed(batch)) {
      return data.toBuilder()
          .setDataHeader(
              UnsafeByteOperations.unsafeWrap(
                  MessageSerializer.serializeMetadata(smaller, IpcOption.DEFAULT)))
          .setDataBody(UnsafeByteOperations.unsafeWrap(body(smaller)))
          .build();
    }
  }

  private ArrowBuf body(ByteString bytes) {
    ArrowBuf body = allocator.buffer(bytes.size());
    body.setBytes(0, bytes.asReadOnlyByteBuffer());
    body.writerIndex(bytes.size());
    return body;
  }

  private ArrowRecordBatch compressed(ArrowRecordBatch batch) {
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      for (ArrowBuf buffer : batch.getBuffers()) {
        buffer.getReferenceManager().retain();
        // Readers want no length before a buffer of no bytes.
        buffers.add(buffer.readableBytes() == 0 ? buffer : codec.compress(allocator, buffer));
      }
      return new ArrowRecordBatch(
          batch.getLength(),
          batch.getNodes(),
          buffers,
          CompressionUtil.createBodyCompression(codec),
          true);
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  private static ByteBuffer body(ArrowRecordBatch batch) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(batch.computeBodyLength()));
    List<ArrowBuffer> layout = batch.getBuffersLayout();
    for (int i = 0; i < layout.size(); i++) {
      ArrowBuf buffer = batch.getBuffers().get(i);
      int length = Math.toIntExact(buffer.readableBytes());
      bytes.position(Math.toIntExact(layout.get(i).getOffset()));
      bytes.limit(bytes.position() + length);
      buffer.getBytes(buffer.readerIndex(), bytes);
      bytes.limit(bytes.capacity());
    }
    return bytes.rewind();
  }
}

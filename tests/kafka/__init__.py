"""With a real Apache Kafka: membership, offsets, the demo, and the classic examples of Interactive Queries."""

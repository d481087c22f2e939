package tidegate.jobs

import java.sql.Timestamp

import org.apache.spark.sql.{DataFrame, Dataset, KeyValueGroupedDataset}
import org.apache.spark.sql.streaming.{GroupState, GroupStateTimeout, OutputMode}

case class Event(id: Long, word: String, number: Option[Int], at: Timestamp)
case class Place(word: String, even: Boolean)
case class Last(id: Long, number: Option[Int])
case class Seen(events: Long, last: Last, words: Seq[String])
case class Counted(word: String, even: Boolean, events: Long)

/** State of case classes: under a key of two columns, and of one number. */
object Groups {
  private val Enough = 12L

  private def events(frame: DataFrame): Dataset[Event] = {
    import frame.sparkSession.implicits._
    frame.select("id", "word", "number", "at").as[Event]
  }

  def flatMapped(frame: DataFrame): DataFrame = {
    import frame.sparkSession.implicits._
    events(frame)
      .groupByKey(e => Place(e.word, e.id % 2 == 0))
      .flatMapGroupsWithState[Seen, Counted](OutputMode.Update, GroupStateTimeout.EventTimeTimeout) {
        (key: Place, rows: Iterator[Event], state: GroupState[Seen]) =>
          if (state.hasTimedOut) {
            state.remove()
            Iterator.empty
          } else {
            val sorted = rows.toSeq.sortBy(_.id)
            val last = sorted.last
            val seen = Seen(state.getOption.map(_.events).getOrElse(0L) + sorted.size, Last(last.id, last.number), sorted.take(2).map(_.word))
            if (seen.events >= Enough) state.remove()
            else {
              state.update(seen)
              state.setTimeoutTimestamp(state.getCurrentWatermarkMs() + 900000L)
            }
            Iterator(Counted(key.word, key.even, seen.events))
          }
      }
      .toDF()
  }

  def mapped(frame: DataFrame): DataFrame = {
    import frame.sparkSession.implicits._
    events(frame)
      .groupByKey(_.id % 7)
      .mapGroupsWithState[Long, (Long, Long)](GroupStateTimeout.NoTimeout) {
        (key: Long, rows: Iterator[Event], state: GroupState[Long]) =>
          state.update(state.getOption.getOrElse(0L) + rows.size)
          (key, state.get)
      }
      .toDF("key", "events")
  }
}

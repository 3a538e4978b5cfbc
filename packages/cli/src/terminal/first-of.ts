/** The first rows of a list, `most` at most: pages after those are not asked for. */
export async function* firstOf<Row>(rows: AsyncIterable<Row>, most: number): AsyncGenerator<Row> {
  let count = 0
  for await (const row of rows) {
    yield row
    count += 1
    if (count >= most) return
  }
}

import { BYTE_ORDER_MARK, type Columns, csvRecord } from '@goodword/domain/csv-record'

/** A CSV file with a header line. */
export function listFile<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const cells = Object.values(columns)
  const lines = rows.map((row) => csvRecord(cells.map((cell) => cell(row))))
  return BYTE_ORDER_MARK + csvRecord(Object.keys(columns)) + lines.join('')
}

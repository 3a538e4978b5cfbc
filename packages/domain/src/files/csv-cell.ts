/** Blanks and signs without width, which some spreadsheets drop before they look at a cell. */
const UNSEEN = String.raw`[\s\u200b-\u200f\u2060\ufeff]*`
/**
 * A spreadsheet reads a cell that begins with one of these characters, also in full width, as a formula. A person's name
 * may come from a browser, so anybody can write one.
 */
const FORMULA = String.raw`[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]`
const TO_DEFUSE = new RegExp(`^'*${UNSEEN}${FORMULA}`)
/** Where a cell that is a formula begins, wherever a program divides the line. */
const FORMULA_ANYWHERE =
  /((?:^|[,;\t\r\n])"?)((?:[^\S\t\r\n]|[\u200b-\u200f\u2060])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const DEFUSED = new RegExp(`^'+${UNSEEN}${FORMULA}`)

/**
 * A text that no spreadsheet takes for a formula: an apostrophe is put before a text that begins like a formula. It also
 * comes before a text that looks like the result, so that every text can be read back.
 */
export function defuseCell(text: string): string {
  return TO_DEFUSE.test(text) ? `'${text}` : text
}

/** A line of CSV whose quotes are wrong, so that each program divides it into other cells: none of them is a formula. */
export function defuseLine(line: string): string {
  return line.replace(FORMULA_ANYWHERE, "$1'$2")
}

/** The text that `defuseCell` was given. */
export function readDefusedCell(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell
}

/** The rating of a program: people, accounts and pages come before it, so that it is not switched by accident. */
const OF_PROGRAM = 0.5

/** Rates an entry of the palette for the typed text, from 0 to 1: each word must begin a word of the entry. */
export function paletteFit(entry: string, typed: string): number {
  const words = wordsOf(entry)
  if (!wordsOf(typed).every((word) => words.some((it) => it.startsWith(word)))) return 0
  return entry.startsWith('program ') ? OF_PROGRAM : 1
}

function wordsOf(text: string): readonly string[] {
  const marks = /\p{M}/gu
  const plain = text.normalize('NFKD').replace(marks, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((it) => it !== '')
}

import { light } from './tokens.ts'

/** Two opening quotation marks, which are a word that one person passes to another: an image by itself. */
export function markSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Goodword</title>${MARK}</svg>`
}

/** The mark beside the name, `size` pixels wide. */
export function decorativeMark(size: number): string {
  return `<svg viewBox="0 0 32 32" width="${size}" height="${size}" aria-hidden="true">${MARK}</svg>`
}

/** The marks of `markSvg` on a square of 32 units: the word of the referrer, and that of the friend. */
export const markPaths = [
  'M6 18.4c0-4.9 2.3-8.4 6.5-10l1 2.1c-2.4 1.2-3.7 2.8-4 4.4a4.4 4.4 0 1 1-3.5 4.3z',
  'M17 18.4c0-4.9 2.3-8.4 6.5-10l1 2.1c-2.4 1.2-3.7 2.8-4 4.4a4.4 4.4 0 1 1-3.5 4.3z',
] as const

const MARK = `<rect width="32" height="32" rx="8" fill="${light.accent}"/><path fill="#fff" d="${markPaths[0]}"/><path fill="#fff" fill-opacity=".6" d="${markPaths[1]}"/>`

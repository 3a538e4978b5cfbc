import type { TreeFile } from './tree-rules.ts'

/** A formatter may put the name of a module on a line of its own. */
const mayImport = /\b(?:import|export|from|require|reference)\b|^\s*['"`][^'"`]*['"`][,)\s]*;?$/

/** The path of a file and every line of its code that may be of an import, so also some that are not. */
export function importLines({ path, text }: TreeFile): string {
  if (!/[.](?:[cm]?[jt]sx?|vue|json)$/.test(path)) return path
  return [path, ...text.split('\n').filter((line) => mayImport.test(line))].join('\n')
}

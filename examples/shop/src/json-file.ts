import { readFile, rename, writeFile } from 'node:fs/promises'

/** The value of a file; null when there is no such file. */
export async function readJsonFile<Value>(file: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Writes text that only this user may read, and renames it into its place, so that the file is whole whenever this process ends. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

import { rename, writeFile } from 'node:fs/promises'

/** Sets the clock of the service that reads this file. It never sees half of a number. */
export async function setOffset(file: string, offsetMs: number): Promise<void> {
  await writeFile(`${file}.next`, `${offsetMs}`)
  await rename(`${file}.next`, file)
}

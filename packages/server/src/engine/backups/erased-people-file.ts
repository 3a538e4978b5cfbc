import { join } from 'node:path'
import { readTextFile, replacePrivateFile } from '../secrets/private-file.ts'

/** Someone who was erased, by a hash that says nothing about them without the secret key. */
export type ErasedPerson = {
  readonly tenantId: string
  readonly mark: string
  /** Milliseconds since the epoch, by the clock of the tenant: that of a test program may be ahead, and never behind. */
  readonly erasedAt: number
}

/** A file that is not as the service wrote it. */
export class ErasedPeopleFileError extends Error {
  override readonly name = 'ErasedPeopleFileError'
}

/** An erasure has its time before it is committed, and the clocks of machines differ by seconds. */
const LEEWAY_MS = 3_600_000
const NAME = 'goodword-erased-people.txt'
const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z) (\S+) ([A-Za-z0-9_-]{43})$/
const HEAD =
  '# Hashes of people who were erased. Keep the newest copy of this file beside the backups: a restore leaves these people out.\n'

/** The file beside the backups with the people of all tenants who were erased. */
export function erasedPeopleFile(folder: string): string {
  return join(folder, NAME)
}

/**
 * The people in the file of a folder; null where there is none.
 *
 * @throws ErasedPeopleFileError
 */
function readErasedPeople(folder: string): readonly ErasedPerson[] | null {
  const file = erasedPeopleFile(folder)
  const text = readTextFile(file)
  if (text === null) return null
  return text.split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    const person = parseErasedPerson(line)
    if (person === null)
      throw new ErasedPeopleFileError(`Line ${index + 1} of ${file} is none that the service wrote.`)
    return [person]
  })
}

/**
 * The people in the files of folders who were erased since a backup was taken; null where there is no such file. Who was erased
 * before is not in the backup, unless they were allowed to be stored again.
 *
 * @throws ErasedPeopleFileError
 */
export function erasedSince(folders: readonly string[], takenAt: number): readonly ErasedPerson[] | null {
  const found = folders.flatMap((it) => {
    const people = readErasedPeople(it)
    return people === null ? [] : [people]
  })
  if (found.length === 0) return null
  return found.flat().filter(({ erasedAt }) => erasedAt >= takenAt - LEEWAY_MS)
}

/** A line of the file; null for any other text. */
export function parseErasedPerson(line: string): ErasedPerson | null {
  const [, time = '', tenantId = '', mark = ''] = LINE.exec(line) ?? []
  const erasedAt = Date.parse(time)
  return Number.isNaN(erasedAt) ? null : { tenantId, mark, erasedAt }
}

/**
 * Adds people to the file of a folder, and creates it. No one is removed: a database that was restored from a backup knows less
 * than the file. Someone who was erased, stored again and erased again is there twice. Returns how many people there are.
 */
export async function addErasedPeople(folder: string, people: readonly ErasedPerson[]): Promise<number> {
  const known = readErasedPeople(folder)
  const lines = new Set([...(known ?? []), ...people].map(lineOf))
  if (known === null || lines.size > known.length) {
    await replacePrivateFile(erasedPeopleFile(folder), `${HEAD}${[...lines].sort().join('')}`)
  }
  return lines.size
}

function lineOf({ tenantId, mark, erasedAt }: ErasedPerson): string {
  return `${new Date(erasedAt).toISOString()} ${tenantId} ${mark}\n`
}

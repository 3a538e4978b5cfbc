import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Database } from '../../engine/driver/database.ts'

/** Every row of every table as text, as a dump of the database has it. */
async function dumpOf(owner: Database): Promise<readonly string[]> {
  const tables = await owner.query<{ name: string }>(
    {
      name: '',
      text: `select c.relname as name from pg_class c
        where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    },
    [],
  )
  const selects = tables.map(({ name }) => `select '${name} ' || x::text as line from app.${name} x`)
  const rows = await owner.query<{ line: string }>({ name: '', text: selects.join(' union all ') }, [])
  return rows.map((it) => it.line)
}

/** Returns those of these texts that are in the rows of a dump, in either case, as text, in hexadecimal or in base64. */
export async function tracesIn(owner: Database, texts: readonly string[]): Promise<readonly string[]> {
  const forms = texts.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
  const secrets: Secrets = Object.fromEntries(forms.map((text) => [text, Buffer.from(text)]))
  const lines = await dumpOf(owner)
  return lines.flatMap((line) => {
    const found = secretsIn(Buffer.from(line), secrets)
    return found.length > 0 ? [`${found.join(', ')} in ${line.slice(0, 500)}`] : []
  })
}

/** The columns, as `table.column`, in which a text is, in either case, as it is or in base64. */
export async function columnsWith(owner: Database, text: string): Promise<readonly string[]> {
  const columns = await owner.query<{ table: string; column: string }>(
    {
      name: '',
      text: `select c.relname as table, a.attname as column
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        order by 1, 2`,
    },
    [],
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const rows = await owner.query<{ value: string | null }>(
      { name: '', text: `select x."${column}"::text as value from app."${table}" x` },
      [],
    )
    if (rows.some(({ value }) => value !== null && isIn(value, text))) found.push(`${table}.${column}`)
  }
  return found
}

function isIn(value: string, text: string): boolean {
  return [value, Buffer.from(value, 'base64').toString('utf8')].some((it) => it.toLowerCase().includes(text))
}

/** Secrets by what they are, as the bytes that they are. */
export type Secrets = Readonly<Record<string, Buffer>>

/** The secrets in bytes, and their forms: as they are, in hexadecimal, or in base64 wherever it begins. */
export function secretsIn(bytes: Buffer, secrets: Secrets): readonly string[] {
  const traces = Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(tracesOf(secret)).map(([form, trace]) => ({ traceName: `${name} ${form}`, trace })),
  )
  // Most secrets have the same prefix: one search shows that none of them is there.
  const alike = Map.groupBy(traces, ({ trace }) => trace.toString('latin1', 0, BEGINNING))
  return [...alike].flatMap(([beginning, group]) =>
    bytes.includes(beginning, 0, 'latin1')
      ? group.filter(({ trace }) => bytes.includes(trace)).map(({ traceName }) => traceName)
      : [],
  )
}

const BEGINNING = 8

/** The secrets in every file below a folder, but for the files that are named; each with its path. */
export async function secretsBelow(
  folder: string,
  secrets: Secrets,
  except: readonly string[] = [],
): Promise<{ readonly files: number; readonly found: readonly string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name))
  const found: string[] = []
  for (const path of paths.filter((it) => !except.includes(it))) {
    const bytes = await readFile(path)
    found.push(...secretsIn(bytes, secrets).map((it) => `${relative(folder, path)}: ${it}`))
  }
  return { files: paths.length, found }
}

function tracesOf(secret: Buffer): Readonly<Record<string, Buffer>> {
  const hex = secret.toString('hex')
  const texts: Record<string, string> = { 'in hex': hex, 'in upper hex': hex.toUpperCase() }
  for (const offset of [0, 1, 2]) {
    const digits = base64Behind(offset, secret)
    texts[`in base64 ${offset}`] = digits
    texts[`in base64url ${offset}`] = digits.replaceAll('+', '-').replaceAll('/', '_')
  }
  const written = Object.entries(texts).map(([form, text]) => [form, Buffer.from(text)])
  return { 'as it is': secret, ...Object.fromEntries(written) }
}

/** The base64 of a secret that has as many bytes before it, without the digits that hold bits of others. */
function base64Behind(offset: number, secret: Buffer): string {
  const digits = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64')
  return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6))
}

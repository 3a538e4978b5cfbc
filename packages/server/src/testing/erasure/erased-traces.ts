import type { Database } from '../../engine/driver/database.ts'
import { type Secrets, secretsIn } from '../database/secret-traces.ts'

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

/** Which of these texts are in the rows of a dump, in either case, as text, in hexadecimal or in base64. */
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

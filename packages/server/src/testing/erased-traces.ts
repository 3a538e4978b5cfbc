import type { Database } from '../store/driver/database.ts'
import { type Secrets, secretsIn } from './database/secret-traces.ts'

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

import type { Database } from '../../engine/driver/database.ts'

/** Runs a query on the server, or on every node of the cluster, and returns the rows of all; times and the like are text. */
export async function onEveryNode<Row>(owner: Database, query: string): Promise<Row[]> {
  const inJson = `with it as (${query}) select coalesce(json_agg(it), '[]')::text as result from it`
  const [extension] = await owner.query({ name: '', text: isRelatedOnly }, [])
  const answers =
    extension === undefined
      ? await owner.query<Answer>({ name: '', text: `select true as success, (${inJson}) as result` }, [])
      : await owner.query<Answer>({ name: '', text: onNodes }, [inJson])
  return answers.flatMap(({ success, result }) => {
    if (!success) throw new Error(`a node failed: ${result}`)
    // The query aggregates rows of that kind.
    return JSON.parse(result) as Row[]
  })
}

type Answer = { readonly success: boolean; readonly result: string }

const isRelatedOnly = "select from pg_extension where extname = 'citus'"
const onNodes = 'select r.success, r.result from run_command_on_all_nodes($1) r'

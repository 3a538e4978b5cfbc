import { expect, test } from 'vitest'
import { explainedIn } from './explained-log.ts'

const log = `2026-11-21 08:23:33.001 UTC [41] LOG:  database system is ready to accept connections
2026-11-21 08:23:34.120 UTC [52] LOG:  duration: 0.017 ms  plan:
	{
	  "Query Text": "select 1\\nfrom account",
	  "Plan": {
	    "Node Type": "Index Scan",
	    "Relation Name": "account"
	  }
	}
2026-11-21 08:23:34.121 UTC [52] CONTEXT:  SQL statement
	of another
2026-11-21 08:23:34.122 UTC [52] LOG:  duration: 1.200 ms  plan:
	{
	  "Query Text": "select 2",
	  "Plan": {
	    "Node Type": "Result"
	  }
	}
`

test('every plan in a log is found among other lines', () => {
  expect(explainedIn(log)).toEqual([
    { text: 'select 1\nfrom account', plan: { 'Node Type': 'Index Scan', 'Relation Name': 'account' } },
    { text: 'select 2', plan: { 'Node Type': 'Result' } },
  ])
  expect(explainedIn('2026-11-21 08:23:33.001 UTC [41] LOG:  nothing else\n')).toEqual([])
})

// The operator's command line, with long database timeouts. It is loaded after they are set: in bundles what is imported otherwise
// runs first.

import './long-database-timeouts.ts'

await import('../../cli/main.ts')

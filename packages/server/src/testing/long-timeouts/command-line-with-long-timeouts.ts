// The operator's command line, with long timeouts. It is loaded after they are set: in bundles what is imported otherwise
// runs first.

import './set-long-timeouts.ts'

await import('../../cli/main.ts')

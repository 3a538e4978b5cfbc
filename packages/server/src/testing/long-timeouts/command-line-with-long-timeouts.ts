// The operator's command line, with long database timeouts.

import './long-database-timeouts.ts'
import '../../cli/main.ts'

// The service, with long database timeouts.

import './long-database-timeouts.ts'
import '../../main.ts'

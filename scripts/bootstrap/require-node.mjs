// `node scripts/bootstrap/require-node.mjs` before the service: an older Node ends with a stack about the ending .ts instead.

import { nodeFault } from './node-runtime.mjs'

const fault = nodeFault(process.versions.node, process.execPath)
if (fault !== null) {
  console.error(fault)
  // By convention (EX_CONFIG of sysexits.h), as for a wrong setting.
  process.exitCode = 78
}

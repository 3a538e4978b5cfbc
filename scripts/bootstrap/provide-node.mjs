// `node scripts/bootstrap/provide-node.mjs <folder of scripts/>` writes the path of the Node that the folder locks, after
// bringing it where it is missing. Without one for this system it ends with 2 and writes nothing.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withCheckoutLock } from './checkout-lock.mjs'
import { provideNode } from './node-runtime.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const node = await withCheckoutLock(root, () => provideNode(root, process.argv[2]))
if (node === undefined) process.exitCode = 2
else console.log(node)

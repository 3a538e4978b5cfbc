import { dirname } from 'node:path'

/** `npm run --silent node-folder`: where the Node is that runs this project, for the `PATH` of a terminal. */
console.log(dirname(process.execPath))

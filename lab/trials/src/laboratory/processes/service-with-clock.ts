// The service as it is, on a machine whose clock is off by as many milliseconds as the file CLOCK_OFFSET_FILE says. Run
// as a program of its own by trials; the offset may change while it runs, as a clock that is set does. Timers go on as
// they should: they do not depend on this clock.

import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 10
const file = process.env.CLOCK_OFFSET_FILE ?? ''
const machineNow = Date.now
let offsetMs = Number(readFileSync(file, 'utf8'))

setInterval(() => {
  offsetMs = Number(readFileSync(file, 'utf8'))
}, LOOK_EVERY_MS).unref()
Date.now = () => machineNow() + offsetMs

await import('@goodword/server/main')

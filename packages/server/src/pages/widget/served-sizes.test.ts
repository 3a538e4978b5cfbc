import { afterAll, expect, test } from 'vitest'
import { createFrame } from '../../frame/http/server/test-frame.ts'
import { serveScript } from './script-releases.ts'
import { serveWidgetFiles } from './widget-files.ts'

const { app } = createFrame()
serveScript(app)
const { script, style, qr, words } = serveWidgetFiles(app)
const [newest] = (await app.inject('/s/releases.json')).json()
afterAll(() => app.close())

/** The bytes that the files take on their way to a browser that accepts this coding. */
async function servedBytes(files: readonly string[], coding: string): Promise<number> {
  const answers = files.map((url) => app.inject({ url, headers: { 'accept-encoding': coding } }))
  const sizes = (await Promise.all(answers)).map(({ statusCode, headers, rawPayload }) => {
    expect({ statusCode, coding: headers['content-encoding'] }).toEqual({ statusCode: 200, coding })
    return rawPayload.length
  })
  return sizes.reduce((sum, it) => sum + it)
}

const subjects = [
  { name: 'the script', limit: 3 * 1024, files: ['/s/v1/goodword.js'] },
  { name: 'the greeting', limit: 2 * 1024, files: [newest.welcome.file] },
  {
    name: 'the widget',
    limit: 30 * 1024,
    files: [`/widget/${script}`, `/widget/${style}`, `/widget/${words.ar}`],
  },
  {
    name: 'what draws the QR code, loaded when that comes into view,',
    limit: 7 * 1024,
    files: [`/widget/${qr}`],
  },
]
const measured = await Promise.all(
  subjects.flatMap(({ name, limit, files }) =>
    ['gzip', 'br'].map(async (coding) => ({ name, limit, coding, bytes: await servedBytes(files, coding) })),
  ),
)

test.each(measured)(
  '$name takes $bytes bytes as it is served with $coding, less than $limit',
  ({ bytes, limit }) => {
    expect(bytes).toBeLessThan(limit)
  },
)

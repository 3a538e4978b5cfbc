import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServer } from 'vite'
import { viteOptions } from './vite-options.ts'

/** `npm run portal:dev`: a service with demo data, and the portal with hot reload in front of it. Ctrl-C ends both. */
const dataDir = mkdtempSync(join(tmpdir(), 'goodword-portal-'))
const service = await startService()
const vite = await createServer({
  ...viteOptions,
  server: { host: '127.0.0.1', proxy: proxyTo(service) },
})
await vite.listen()
const { demo } = JSON.parse(readFileSync(join(dataDir, 'portal.json'), 'utf8'))
const origin = vite.resolvedUrls?.local[0]?.replace(/\/portal\/$/, '') ?? ''
console.log(`Service: ${service}\nPortal, signed in (works once): ${String(demo).replace(service, origin)}`)

function startService(): Promise<string> {
  const main = resolve(import.meta.dirname, '../server/src/main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
  return new Promise((started, failed) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
      const [, baseUrl] = /"baseUrl":"([^"]+)"/.exec(output) ?? []
      if (baseUrl !== undefined) started(baseUrl)
    })
    child.once('exit', () => failed(new Error(`the service ended:\n${output}`)))
  })
}

/** Proxies calls of the API to the service; pages and files of the portal come from Vite. */
function proxyTo(target: string) {
  const rule = { target, changeOrigin: true }
  // The same addresses are pages for browsers that navigate, and JSON for the page.
  const bypass = (request: {
    readonly headers: { readonly accept?: string | undefined }
    readonly url?: string | undefined
  }) => (request.headers.accept?.includes('text/html') === true ? request.url : undefined)
  return {
    '/api': rule,
    '/widget': rule,
    '/portal/widget-preview': rule,
    '/portal/mail-preview': rule,
    '/s/': rule,
    '^/portal/(session|sign-in-methods|auth|welcome|enter|invitation|password-reset|account)(/|$)': {
      ...rule,
      bypass,
    },
  }
}

import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { build } from 'vite'
import { onTestFinished } from 'vitest'

const main = `
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Referrals } from './referrals.jsx'

const carol = { accountId: 'acct_react', id: 'user_react', email: 'carol@example.com' }

function App() {
  const [user, setUser] = useState(null)
  return createElement('main', null,
    createElement(Referrals, { user }),
    createElement('button', { onClick: () => setUser(carol) }, 'Sign in'),
    createElement('button', { onClick: () => setUser(null) }, 'Sign out'))
}

createRoot(document.getElementById('app')).render(createElement(App))
`

/** A React app with the component of the snippet, and the tag of its first lines in the head of its page. */
export async function buildReactApp(
  snippet: string,
): Promise<{ readonly html: string; readonly script: string }> {
  const tag = /<script[^>]*><\/script>/.exec(snippet)?.[0] ?? ''
  const folder = temporaryFolder(onTestFinished)
  await writeFile(join(folder, 'main.js'), main)
  await writeFile(join(folder, 'referrals.jsx'), snippet)
  const { resolve } = createRequire(import.meta.url)
  const folderOf = (name: string) => dirname(resolve(`${name}/package.json`))
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { react: folderOf('react'), 'react-dom': folderOf('react-dom') } },
    build: { write: false, lib: { entry: join(folder, 'main.js'), formats: ['es'], fileName: 'app' } },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('the app was not built')
  const script = output.output.map((it) => ('code' in it ? it.code : '')).join('\n')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title>${tag}</head>
<body><div id="app"></div><script type="module" src="/app.js"></script></body></html>`
  return { html, script }
}

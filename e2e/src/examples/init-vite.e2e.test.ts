import { test } from 'vitest'
import { tryFreshApp } from './fresh-app.ts'

test('an application of Vite that goodword init integrated builds, keeps a code and identifies a person', async () => {
  await tryFreshApp({
    example: 'vite-react',
    framework: 'browser',
    kept: ['index.html', 'vite.config.ts', 'src/main.tsx', 'src/larder.css'],
    written: { 'src/app.tsx': 'export const App = () => <h1>Fresh larder</h1>\n' },
    names: { path: 'src/goodword.ts', after: 'tenantAlias: import.meta.env.VITE_GOODWORD_TENANT' },
    start: (port) => ['node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', port],
  })
})

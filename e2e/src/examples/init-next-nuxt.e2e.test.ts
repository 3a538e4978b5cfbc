import { test } from 'vitest'
import { tryFreshApp } from './fresh-app.ts'

test('an application of Next that goodword init integrated builds, keeps a code and identifies a person', async () => {
  await tryFreshApp({
    example: 'next',
    framework: 'react',
    kept: ['next.config.ts', 'app/larder.css'],
    written: {
      'app/layout.tsx': `import type { ReactNode } from 'react'
import './larder.css'

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
`,
      'app/page.tsx': 'export default function Page() {\n  return <h1>Fresh larder</h1>\n}\n',
    },
    names: { path: 'app/goodword.tsx', after: "tenantAlias: process.env.NEXT_PUBLIC_GOODWORD_TENANT ?? ''" },
    start: (port) => ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port],
  })
})

test('an application of Nuxt that goodword init integrated builds, keeps a code and identifies a person', async () => {
  await tryFreshApp({
    example: 'nuxt',
    framework: 'browser',
    kept: ['app/assets/larder.css'],
    written: {
      'nuxt.config.ts': `export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  css: ['~/assets/larder.css'],
})
`,
      'app/app.vue': '<template>\n  <h1>Fresh larder</h1>\n</template>\n',
    },
    names: { path: 'app/plugins/goodword.client.ts', after: 'tenantAlias: goodwordTenant' },
    start: () => ['.output/server/index.mjs'],
  })
})

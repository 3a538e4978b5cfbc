import { afterImports, deeper, newFile, styledLike } from './edits.ts'
import type { FileChange, Plan } from './plan.ts'
import type { Project } from './project.ts'

/** A Next application with an `app` folder: the client, the script on every page, a receiver of events. Null without one. */
export function planNext(project: Project): Plan | null {
  const app = ['app', 'src/app'].find((it) => project.has(it))
  const extensions = ['tsx', 'jsx', 'js'] as const
  const extension = extensions.find((it) => project.has(`${app}/layout.${it}`))
  if (app === undefined || extension === undefined) return null
  const code = extension === 'tsx' ? 'ts' : 'js'
  const path = `${app}/layout.${extension}`
  const layout = project.read(path) ?? ''
  const shown = withComponent(layout)
  const steps = shown === null ? [`Put <Goodword /> of ./goodword into the body of ${path}.`] : []
  const changes: readonly FileChange[] =
    shown === null || shown === layout ? [] : [{ path, before: layout, after: shown }]
  const styled = (text: string) => styledLike(layout, text)
  return {
    packages: ['@goodword/client', '@goodword/browser', '@goodword/react'],
    changes: [
      ...newFile(project, `${app}/goodword.${extension}`, styled(componentText)),
      ...newFile(project, `${app}/goodword/client.${code}`, styled(clientText)),
      ...newFile(project, `${app}/goodword/events/route.${code}`, styled(routeText(code === 'ts'))),
      ...changes,
    ],
    variables: {
      GOODWORD_WEBHOOK_SECRET: '',
      GOODWORD_API_KEY: '',
      NEXT_PUBLIC_GOODWORD_URL: '',
      NEXT_PUBLIC_GOODWORD_TENANT: '',
    },
    steps: [
      ...steps,
      'See events arrive: goodword listen --forward-to http://127.0.0.1:3000/goodword/events',
      `Where customers sign up and pay, report it: goodword() of ${app}/goodword/client.${code} (docs/guides/reference/libraries.md#next).`,
    ],
  }
}

/** The layout with the component in its body; null if the body is not found. */
function withComponent(layout: string): string | null {
  if (layout.includes('<Goodword')) return layout
  const bodies = [...layout.matchAll(/^([ \t]*)<body\b[^>]*>/gm)]
  const [body] = bodies
  if (body === undefined || bodies.length > 1) return null
  const end = body.index + body[0].length
  const isAlone = /^[ \t]*\r?\n/.test(layout.slice(end))
  const component = `${isAlone ? `\n${deeper(body[1] ?? '')}` : ''}<Goodword />`
  const placed = layout.slice(0, end) + component + layout.slice(end)
  return afterImports(placed, styledLike(layout, `import { Goodword } from './goodword';`))
}

const componentText = `'use client';

import { useGoodword } from '@goodword/react';

/** Keeps the code of a share link. Pass the signed-in user as well: \`user: { accountId, userId }\`, with a \`token\`. */
export function Goodword() {
  useGoodword({
    url: process.env.NEXT_PUBLIC_GOODWORD_URL ?? '',
    tenantAlias: process.env.NEXT_PUBLIC_GOODWORD_TENANT ?? '',
  });
  return null;
}
`

const routeText = (isTypeScript: boolean) => `import { verifyEvent } from '@goodword/client';

/** Receives events. */
export async function POST(request${isTypeScript ? ': Request' : ''}) {
  const secret = process.env.GOODWORD_WEBHOOK_SECRET ?? '';
  const event = await verifyEvent(await request.text(), request.headers, { secret });
  if (event === null) return new Response(null, { status: 400 });
  // An event can come more than once, with the same id each time.
  console.log(\`Goodword: \${event.type} \${event.id}\`);
  return new Response(null, { status: 204 });
}
`

/** The module with the client of a Next or a Nuxt application. */
export const clientText = `import { createClient } from '@goodword/client';

/** Calls to Goodword, on the server only. */
export function goodword() {
  return createClient({
    baseUrl: process.env.GOODWORD_URL ?? '',
    tenantAlias: process.env.GOODWORD_TENANT ?? '',
    apiKey: process.env.GOODWORD_API_KEY ?? '',
  });
}
`

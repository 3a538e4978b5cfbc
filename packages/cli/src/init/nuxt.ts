import { afterLine, newFile, styledLike } from './edits.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'
import { clientText } from './server-client.ts'

/** A Nuxt application: the client, a plugin for its pages, a receiver of events. Null without a configuration that is known. */
export function planNuxt(project: Project): Plan | null {
  const path = ['nuxt.config.ts', 'nuxt.config.js'].find((it) => project.has(it))
  if (path === undefined) return null
  const config = project.read(path) ?? ''
  const pages = project.has('app') ? 'app/' : ''
  const extension = project.isTypeScript || path.endsWith('.ts') ? 'ts' : 'js'
  const isDone = config.includes('goodwordUrl')
  const changed = config.includes('runtimeConfig')
    ? null
    : afterLine(
        config,
        /defineNuxtConfig\(\{\s*$/,
        `  runtimeConfig: { public: { goodwordUrl: '', goodwordTenant: '' } },`,
      )
  const styled = (text: string) => styledLike(config, text)
  return {
    packages: ['@goodword/client', '@goodword/browser'],
    changes: [
      ...newFile(project, `server/utils/goodword.${extension}`, styled(clientText)),
      ...newFile(project, `server/routes/goodword/events.post.${extension}`, styled(routeText)),
      ...newFile(project, `${pages}plugins/goodword.client.${extension}`, styled(pluginText)),
      ...(isDone || changed === null ? [] : [{ path, before: config, after: changed }]),
    ],
    variables: {
      GOODWORD_WEBHOOK_SECRET: '',
      GOODWORD_API_KEY: '',
      NUXT_PUBLIC_GOODWORD_URL: '',
      NUXT_PUBLIC_GOODWORD_TENANT: '',
    },
    steps: [
      ...(isDone || changed !== null
        ? []
        : [`Add goodwordUrl: '' and goodwordTenant: '' to runtimeConfig.public of ${path}.`]),
      'See events arrive: goodword listen --forward-to http://127.0.0.1:3000/goodword/events',
      `Where customers sign up and pay, report it: goodword() of server/utils (docs/guides/reference/libraries.md#nuxt).`,
    ],
  }
}

const routeText = `import { verifyEvent } from '@goodword/client';

/** Receives events. */
export default defineEventHandler(async (call) => {
  const secret = process.env.GOODWORD_WEBHOOK_SECRET ?? '';
  const event = await verifyEvent((await readRawBody(call)) ?? '', getHeaders(call), { secret });
  if (event === null) throw createError({ statusCode: 400 });
  // An event can come more than once, with the same id each time.
  console.log(\`Goodword: \${event.type} \${event.id}\`);
  setResponseStatus(call, 204);
  return null;
});
`

const pluginText = `import { init } from '@goodword/browser';

/** Keeps the code of a share link. Pass the signed-in user as well: \`user: { accountId, userId }\`, with a \`token\`. */
export default defineNuxtPlugin(() => {
  const { goodwordUrl, goodwordTenant } = useRuntimeConfig().public;
  init({ url: goodwordUrl, tenantAlias: goodwordTenant });
});
`

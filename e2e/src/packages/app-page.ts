import { resolve } from 'node:path'
import { build } from 'esbuild'

/** A page of an application that is built of this source; React and Vue are those of their development. */
export async function appPage(source: string): Promise<{ readonly html: string; readonly script: string }> {
  const built = await build({
    stdin: { contents: source, resolveDir: resolve(import.meta.dirname, '../..'), loader: 'js' },
    bundle: true,
    format: 'esm',
    define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
    write: false,
  })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>App</title><h1>App</h1><div id="app"></div><script type="module" src="/app.js"></script></html>`
  return { html, script: built.outputFiles[0]?.text ?? '' }
}

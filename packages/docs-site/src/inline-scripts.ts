/** What the pages may load: only files of their own origin, nothing inside of the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * VitePress writes two scripts into each page, for the theme and for the names of keys. They are moved into a file, so that the
 * policy of the pages, which each of them has in its head for hosts that send none, allows no script of the page itself. Of the
 * two styles that it writes, one is set again when a menu opens, and the other stands in site.css.
 */
export function inlineScripts(base: string) {
  const file = 'theme.js'
  let text = ''
  return {
    file,
    text: () => text,
    moveOut(html: string): string {
      const found: string[] = []
      const rest = html.replaceAll(/\s*<script id="[\w-]+">([\s\S]*?)<\/script>/g, (_all, code: string) => {
        found.push(code)
        return ''
      })
      text = `${found.join('\n')}\n`
      const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <script src="${base}${file}"></script>`
      const plain = rest.replaceAll(/ style="(?:--vp-vh:0px;|position:relative;)?"/g, '')
      const moved = plain.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    ${head}`)
      const [inside] = /<script(?![^>]* src=)[^>]*>|<style|<[^>]* (?:style|on\w+)="[^>]*>/.exec(moved) ?? []
      if (inside !== undefined) throw new Error(`page with a script or a style inside of it: ${inside}`)
      return moved
    },
  }
}

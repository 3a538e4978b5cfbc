import { forScript, type Html, html } from '../html.ts'

/** The command for the script with the signed-in user. */
export type Identity = Readonly<Record<string, unknown>>

/** The snippets of the portal as a shop's own templates have them. The nonce allows the scripts of this page, and no others. */
export function ownScripts(
  goodwordUrl: string,
  nonce: string,
  identity: Identity,
  commands: readonly unknown[],
): Html {
  return html`${pushes(nonce, [['init', identity], ...commands])}
  <script async src="${goodwordUrl}/s/v1/goodword.js?tenant=${identity.tenant_alias as string}"></script>`
}

/** A snippet as it was pasted. Where a page has a content security policy, each of its scripts needs the nonce. */
export function pastedScripts(snippet: string, nonce: string, commands: readonly unknown[]): Html {
  const allowed = snippet.replaceAll(/<script\b/gi, `<script nonce="${nonce}"`)
  return html`${{ text: allowed }}
  ${commands.length === 0 ? null : pushes(nonce, commands)}`
}

function pushes(nonce: string, commands: readonly unknown[]): Html {
  return html`<script nonce="${nonce}">
    window._gw = window._gw || [];
    ${commands.map(
      (command) => html`_gw.push(${forScript(command)});
    `,
    )}
  </script>`
}

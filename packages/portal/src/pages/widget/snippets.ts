/** The widget in a page: the script, who is signed in, a button that opens it, and a place for it. */
export function htmlSnippet(origin: string, alias: string): string {
  return `<script>
  window._gw = window._gw || []
  _gw.push(['init', {
    tenant_alias: '${alias}',
    account_id: 'THE ID OF THE ACCOUNT',
    user_id: 'THE ID OF THE USER',
    jwt: 'A TOKEN THAT YOUR SERVER MADE FOR THIS USER'
  }])
</script>
<script async src="${origin}/s/v1/goodword.js"></script>

<!-- A button that opens the widget: -->
<button type="button" class="goodword-open">Invite a friend</button>

<!-- Or a place for it in the page, with room for it: -->
<style>#goodword { min-height: 40rem }</style>
<div id="goodword"></div>`
}

/** The widget as a component; `token` comes from the merchant's own server. */
export function reactSnippet(origin: string, alias: string): string {
  return `import { useEffect } from 'react'

export function Referrals({ accountId, userId, token }) {
  useEffect(() => {
    window._gw = window._gw || []
    window._gw.push(['init', {
      tenant_alias: '${alias}',
      account_id: accountId,
      user_id: userId,
      jwt: token
    }])
    if (document.querySelector('script[src$="/goodword.js"]')) return
    const script = document.createElement('script')
    script.async = true
    script.src = '${origin}/s/v1/goodword.js'
    document.head.append(script)
  }, [accountId, userId, token])
  return <div id="goodword" style={{ minHeight: '40rem' }} />
}`
}

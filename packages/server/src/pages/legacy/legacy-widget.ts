import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import type { LegacyCall } from './legacy-route.ts'
import type { legacyUser } from './legacy-user.ts'

const WIDGET_TYPE = /^(?:REFERRER_WIDGET|CONVERSION_WIDGET|(?:p\/[\w-]{1,64}\/)?w\/[\w-]{1,64})$/
const ENGAGEMENT_MEDIUMS = new Set(
  'EMBED POPUP HOSTED MOBILE EMAIL NOCONTENT DEMO DEMO_EMBED EMPTY UNKNOWN'.split(' '),
)

/** Whether the former service would know a widget by this name. */
export function isWidgetType(name: string): boolean {
  return WIDGET_TYPE.test(name)
}

/** Every widget is the one that the program has; a name that the former service would not know is a mistake of the page. */
export function requireWidget({ query }: LegacyCall): void {
  const [type, medium] = [query('widgetType'), query('engagementMedium')]
  if (type !== null && !isWidgetType(type)) {
    const example = 'such as REFERRER_WIDGET or p/{program}/w/{widget}'
    throw new Refusal('VALIDATION_FAILED', `"widgetType" must be a widget, ${example}.`, 'widgetType')
  }
  if (medium !== null && !ENGAGEMENT_MEDIUMS.has(medium)) {
    const names = [...ENGAGEMENT_MEDIUMS].join(', ')
    throw new Refusal('VALIDATION_FAILED', `"engagementMedium" must be one of ${names}.`, 'engagementMedium')
  }
}

/** The page that the former script writes into a frame of its own: our script, with our widget in it. */
export function legacyWidget(
  { baseUrl }: Context,
  tenantId: TenantId,
  user: ReturnType<typeof legacyUser>,
  jwt: string | null,
) {
  const init = {
    tenant_alias: tenantId,
    account_id: user.accountId,
    user_id: user.id,
    ...(jwt === null ? {} : { jwt }),
  }
  return {
    template: `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{margin:0}</style>
</head>
<body>
<div id="goodword"></div>
<script>window._gw=[["init",${inScript(init)}]]</script>
<script async src="${baseUrl}/s/v1/goodword.js"></script>
</body>
</html>
`,
    jsOptions: { widget: { defaultWidgetType: 'REFERRER_WIDGET' } },
    user,
  }
}

/** JSON that cannot end the script it is in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

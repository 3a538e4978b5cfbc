import { getRouteApi } from '@tanstack/react-router'
import { CodeBlock } from '../../components/code-block.tsx'
import { Page } from '../../components/page.tsx'

const route = getRouteApi('/staff/$tenantAlias/widget')

export function WidgetPage() {
  const { tenantAlias } = route.useParams()
  const address = `${location.origin}/widget/${tenantAlias}`
  return (
    <Page title="Widget" description="What your customers see of the program, in a frame of your own page.">
      <CodeBlock
        label="Frame"
        code={`<iframe title="Refer a friend" src="${address}" width="100%" height="600"></iframe>`}
      />
    </Page>
  )
}

import { Button } from '../../components/button.tsx'
import { Page, Section } from '../../components/page.tsx'
import { chooseTheme, themes } from '../../layout/theme.ts'
import { ChartExamples } from './chart-examples.tsx'
import { FormExamples } from './form-examples.tsx'
import { ListExamples } from './list-examples.tsx'
import { NoticeExamples } from './notice-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'
import { TextExamples } from './text-examples.tsx'

/** Every component in every state. */
export function GalleryPage() {
  return (
    <main className="mx-auto max-w-6xl px-6 py-6 max-sm:px-4">
      <Page
        title="Components"
        description="Every component of the portal in every state."
        actions={themes.map((it) => (
          <Button key={it} onClick={() => chooseTheme(it)}>
            {it}
          </Button>
        ))}
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <Section title="Buttons and overlays">
            <OverlayExamples />
          </Section>
          <Section title="Texts and states">
            <TextExamples />
          </Section>
          <Section title="Fields">
            <FormExamples />
          </Section>
          <div className="flex min-w-0 flex-col gap-6">
            <NoticeExamples />
            <Section title="Charts">
              <ChartExamples />
            </Section>
          </div>
        </div>
        <ListExamples />
      </Page>
    </main>
  )
}

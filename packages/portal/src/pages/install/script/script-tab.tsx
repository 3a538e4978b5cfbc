import { Checker } from './checker.tsx'
import { SnippetSection } from './snippet-section.tsx'

export function ScriptTab() {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <Checker />
      <SnippetSection />
    </div>
  )
}

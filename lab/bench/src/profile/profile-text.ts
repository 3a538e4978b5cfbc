import type { Profiled } from './profile.ts'

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`.padStart(8)

/** A profile for people. */
export function profileText({ perSecond, busy, statements, folder }: Profiled): string {
  const total = statements.reduce((sum, it) => sum + it.totalMs, 0)
  return [
    `${Math.round(perSecond)} requests/s while being watched, which costs some of them.`,
    `The service's process was busy ${percent(busy.part).trim()} of the time.`,
    '',
    'Where it was, by package and folder:',
    ...busy.places.slice(0, 20).map(({ name, part }) => `${percent(part)}  ${name}`),
    '',
    'Where it was, by function, without what the function called:',
    ...busy.functions.slice(0, 40).map(({ name, part }) => `${percent(part)}  ${name}`),
    '',
    'What took PostgreSQL its time, statements within others included:',
    '    part  total ms    calls     rows   ms each  statement',
    ...statements.map((it) =>
      [
        percent(it.totalMs / total),
        it.totalMs.toFixed(0).padStart(8),
        `${it.calls}`.padStart(7),
        `${it.rows}`.padStart(7),
        (it.totalMs / it.calls).toFixed(3).padStart(8),
        oneLine(it.text),
      ].join('  '),
    ),
    '',
    `The whole profile is in ${folder}, for the viewer of a browser's developer tools.`,
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 150)
}

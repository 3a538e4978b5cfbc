/** Where the values of a connection are on the page of a processor. */
export type Picture = {
  /** The page, as a caption names it. */
  readonly name: string
  readonly menu: readonly string[]
  /** The entry of the menu that is open. */
  readonly current: string
  readonly lines: readonly { readonly label: string; readonly value: string; readonly mark: string }[]
  /** The meanings of the marks, in their order. */
  readonly legend: readonly string[]
}

const WIDTH = 360
const MENU_WIDTH = 104
const LINE_HEIGHT = 30
const TOP = 26

/** A drawing of the processor's page with numbered marks, and their meanings beside it. */
export function DashboardPicture({ picture }: { readonly picture: Picture }) {
  const { name, menu, current, lines, legend } = picture
  const height = TOP + 14 + LINE_HEIGHT * Math.max(menu.length, lines.length)
  return (
    <figure className="flex flex-col gap-2">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true" className="w-full max-w-md text-text">
        <rect
          x={0.5}
          y={0.5}
          width={WIDTH - 1}
          height={height - 1}
          rx={8}
          fill="var(--color-page)"
          stroke="var(--color-strong-line)"
        />
        <path d={`M0 ${TOP - 6}H${WIDTH}M${MENU_WIDTH} ${TOP - 6}V${height}`} stroke="var(--color-line)" />
        {[14, 26, 38].map((x) => (
          <circle key={x} cx={x} cy={10} r={3} fill="var(--color-line)" />
        ))}
        {menu.map((entry, index) => (
          <g key={entry}>
            {entry === current && (
              <rect
                x={6}
                y={TOP + 4 + index * LINE_HEIGHT}
                width={MENU_WIDTH - 12}
                height={22}
                rx={4}
                fill="var(--color-accent-soft)"
              />
            )}
            <text
              x={14}
              y={TOP + 19 + index * LINE_HEIGHT}
              fontSize={12}
              fill={entry === current ? 'var(--color-link)' : 'var(--color-soft)'}
            >
              {entry}
            </text>
          </g>
        ))}
        {lines.map(({ label, value, mark }, index) => (
          <g key={label} transform={`translate(${MENU_WIDTH + 12} ${TOP + 4 + index * LINE_HEIGHT})`}>
            <text y={15} fontSize={12} fill="var(--color-text)">
              {label}
            </text>
            <rect
              x={112}
              width={92}
              height={22}
              rx={4}
              fill="var(--color-surface)"
              stroke="var(--color-strong-line)"
            />
            <text x={120} y={15} fontSize={11} fill="var(--color-soft)">
              {value}
            </text>
            <circle cx={222} cy={11} r={10} fill="var(--color-accent)" />
            <text x={222} y={15} fontSize={12} textAnchor="middle" fill="var(--color-on-accent)">
              {mark}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="text-soft">
        {name}:
        <ol className="mt-1 list-decimal pl-6">
          {legend.map((it) => (
            <li key={it}>{it}</li>
          ))}
        </ol>
      </figcaption>
    </figure>
  )
}

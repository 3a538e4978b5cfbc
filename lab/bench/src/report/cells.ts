export function wholeText(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Writes a number with so many digits after the point that it has three figures. */
export function threeFigures(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.001))))
  return value.toFixed(Math.min(3, digits))
}

/** A percentage of 0 to 100 and more, in the one form of all pages: "12.5%". */
export function percentText(percent: number, maximumFractionDigits = 2): string {
  return (percent / 100).toLocaleString(undefined, { style: 'percent', maximumFractionDigits })
}

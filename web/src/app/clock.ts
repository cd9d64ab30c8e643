/** Minutes and seconds, with hours where there are some. */
export function clock(seconds: number, decimals = 3): string {
  const unit = 10 ** decimals;
  const rounded = Math.round(seconds * unit) / unit;
  const [hours, minutes] = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60];
  const rest = (rounded % 60).toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

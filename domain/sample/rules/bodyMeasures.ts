const round = (value: number, digits: number): number => Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`);

/** Body mass index, kg/m², one decimal. Height in cm, weight in kg; undefined where either is not positive. */
export function bodyMassIndex(heightCm: number, weightKg: number): number | undefined {
  if (!(heightCm > 0) || !(weightKg > 0)) return undefined;
  const metres = heightCm / 100;
  return round(weightKg / (metres * metres), 1);
}

export interface BloodPressure {
  /** mmHg. */
  readonly systolic: number;
  readonly diastolic: number;
}

/**
 * Mean arterial pressure in mmHg, one decimal: diastolic + (systolic - diastolic) / 3 per reading, then the mean of all.
 * The FMF protocol takes both arms twice: four readings. Undefined without readings.
 */
export function meanArterialPressure(readings: readonly BloodPressure[]): number | undefined {
  if (readings.length === 0) return undefined;
  const sum = readings.reduce((total, { systolic, diastolic }) => total + diastolic + (systolic - diastolic) / 3, 0);
  return round(sum / readings.length, 1);
}

/** Mean pulsatility index of both uterine arteries, two decimals. */
export function meanUterineArteryPi(left: number, right: number): number {
  return round((left + right) / 2, 2);
}

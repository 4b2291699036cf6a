import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studentT } from '../../src/studies/statistics/student.ts';

/** Percentage points of statistical tables: degrees of freedom to t, by the probability between −t and t. */
const tables: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  0.9: { 1: 6.314, 2: 2.92, 3: 2.353, 4: 2.132, 5: 2.015, 10: 1.812, 30: 1.697, 120: 1.658 },
  0.95: {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    6: 2.447,
    7: 2.365,
    8: 2.306,
    9: 2.262,
    10: 2.228,
    15: 2.131,
    19: 2.093,
    20: 2.086,
    29: 2.045,
    30: 2.042,
    40: 2.021,
    60: 2.0,
    120: 1.98,
  },
  0.99: { 1: 63.657, 2: 9.925, 3: 5.841, 4: 4.604, 5: 4.032, 10: 3.169, 30: 2.75, 120: 2.617 },
};

for (const [probability, rows] of Object.entries(tables)) {
  test(`Student's t of ${probability} equals the values of statistical tables`, () => {
    for (const [degreesOfFreedom, t] of Object.entries(rows)) {
      assert.equal(
        studentT(Number(probability), Number(degreesOfFreedom)).toFixed(3),
        t.toFixed(3),
        `${degreesOfFreedom} degrees of freedom`,
      );
    }
  });
}

test("with many degrees of freedom, Student's t approaches the normal distribution", () => {
  assert.equal(studentT(0.95, 9_999).toFixed(3), '1.960');
  assert.equal(studentT(0.95, 9_998).toFixed(3), '1.960');
});

test("Student's t falls with each further degree of freedom, odd or even", () => {
  for (let degrees = 1; degrees < 200; degrees++) {
    assert.ok(studentT(0.95, degrees) > studentT(0.95, degrees + 1), `${degrees}`);
  }
});

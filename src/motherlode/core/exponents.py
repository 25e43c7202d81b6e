"""`exp` and `log` as rules: the same bits in all modes and on all machines.

Those of a platform's library differ in their last digits from one to the next, and a WebAssembly module has none. What
is rounded here is rounded in whole numbers, so it makes no difference whether a machine multiplies and adds in one.
Both are good to nine digits; a tree search keeps seven of them.
"""

from motherlode.core.compiling import rule

DIGITS = 31  # binary digits behind the point of a whole number that stands for a fraction
ONE = 1 << DIGITS
FINE_DIGITS = 40  # of a logarithm
FINE_ONE = 1 << FINE_DIGITS
PER_E = 1586259972792.187  # log2(e) with FINE_DIGITS behind the point
LN_2, FINE_LN_2 = 1488522236, 762123384786  # log(2) with DIGITS and with FINE_DIGITS behind the point
ROOT_2 = 1.4142135623730951
LOWEST, HIGHEST = -708.0, 709.0  # beyond them exp is 0, and as high as it gets


@rule
def power_of_2(number: int) -> float:
    """2 to a whole number, exactly."""
    factor = 2.0 if number > 0 else 0.5
    left = number if number > 0 else -number
    power = 1.0
    while left > 0:
        if left & 1:
            power *= factor
        factor *= factor
        left >>= 1
    return power


@rule
def exp(number: float) -> float:
    """What e to the power of a number is; below LOWEST it is 0, above HIGHEST as much as there."""
    if number < LOWEST:
        return 0.0
    fine = int((number if number < HIGHEST else HIGHEST) * PER_E)
    whole = fine >> FINE_DIGITS
    rest = (fine - (whole << FINE_DIGITS)) >> (FINE_DIGITS - DIGITS)  # of the logarithm to base 2, below 1
    exponent = (rest * LN_2) >> DIGITS
    total = ONE
    for divisor in range(12, 0, -1):  # 1 + x/1 * (1 + x/2 * (1 + x/3 ...
        total = ONE + ((exponent * total) >> DIGITS) // divisor
    return float(total) / ONE * power_of_2(whole)


@rule
def log(number: float) -> float:
    """The natural logarithm of a number above 0."""
    left = number
    whole = 0
    while left >= 65536.0:
        left /= 65536.0
        whole += 16
    while left < 1.0:
        left *= 65536.0
        whole -= 16
    if left >= 256.0:
        left /= 256.0
        whole += 8
    if left >= 16.0:
        left /= 16.0
        whole += 4
    if left >= 4.0:
        left /= 4.0
        whole += 2
    if left >= ROOT_2:
        left /= 2.0
        whole += 1
    if left >= ROOT_2:
        left /= 2.0
        whole += 1
    fraction = int(left * (ONE >> 1))
    # With x = (fraction - 1) / (fraction + 1), the logarithm is 2 * (x + x^3/3 + x^5/5 ...).
    part = ((fraction - (ONE >> 1)) << DIGITS) // (fraction + (ONE >> 1))
    square = (part * part) >> DIGITS
    total = ONE // 13
    for divisor in range(11, 0, -2):
        total = ONE // divisor + ((square * total) >> DIGITS)
    rest = (part * total) >> (2 * DIGITS - FINE_DIGITS - 1)
    return float(rest + whole * FINE_LN_2) / FINE_ONE

import importlib
import pkgutil
import unittest

import hr_tools


class Modules(unittest.TestCase):
    def test_each_can_be_imported(self):
        names = [module.name for module in pkgutil.walk_packages(hr_tools.__path__, "hr_tools.")]
        self.assertGreater(len(names), 25)
        for name in names:
            with self.subTest(name):
                importlib.import_module(name)
